import { queryPostgres } from '../rows.ts'

const TABLES = `select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    case when l.collname <> 'default' then l.collname end as collation,
    a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as standard
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`

/** Keys that others refer to come before the references; "n", not null, is part of the column. */
const CONSTRAINTS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  order by contype = 'f', conrelid::regclass::text collate "C", conname`

const INDEXES = `
  select indexdef as definition from pg_indexes
  where schemaname = 'public'
    and indexname not in (select conname from pg_constraint where connamespace = 'public'::regnamespace)
  order by tablename collate "C", indexname`

/** Schema and rows as SQL statements that fill an empty database, one row a line. */
export async function dumpPostgres(url: string): Promise<string> {
  return queryPostgres(url, async (query) => {
    const columns = await query(COLUMNS)
    const lines = ['begin;']
    for (const { name: table } of await query(TABLES)) {
      const own = columns.filter((column) => column['table'] === table)
      lines.push('', `create table ${String(table)} (`, own.map(defineColumn).join(',\n'), ');')
      const names = own.map(({ name }) => String(name))
      const values = names.map((name) => `quote_nullable("${name}")`).join(` || ', ' || `)
      // By bytes, as text: the same rows make the same file.
      const rows = await query(
        `select row from (select ${values} as row from "${String(table)}") listed order by row collate "C"`,
      )
      for (const { row } of rows) {
        lines.push(`insert into ${String(table)} (${names.join(', ')}) values (${String(row)});`)
      }
    }
    lines.push('')
    for (const { table, name, definition } of await query(CONSTRAINTS)) {
      lines.push(`alter table ${String(table)} add constraint ${String(name)} ${String(definition)};`)
    }
    for (const { definition } of await query(INDEXES)) lines.push(`${String(definition)};`)
    return `${lines.join('\n')}\n\ncommit;\n`
  })
}

function defineColumn(column: Readonly<Record<string, unknown>>): string {
  const { name, type, collation, required, standard } = column
  return [
    `  ${String(name)} ${String(type)}`,
    ...(typeof collation !== 'string' ? [] : [`collate "${collation}"`]),
    ...(required === true ? ['not null'] : []),
    ...(typeof standard !== 'string' ? [] : [`default ${standard}`]),
  ].join(' ')
}
