interface SchemaNode {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly patternProperties?: unknown
}

/** Paths of the fields in a response that its schema does not declare. */
export function undeclaredFields(schema: unknown, value: unknown, path = ''): string[] {
  const node = schema as SchemaNode
  if (node.anyOf !== undefined) {
    const branches = node.anyOf.map((branch) => undeclaredFields(branch, value, path))
    return branches.find((found) => found.length === 0) ?? branches[0] ?? []
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => undeclaredFields(node.items ?? {}, item, `${path}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || node.properties === undefined) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const declared = node.properties?.[name]
    return declared === undefined ? [`${path}.${name}`] : undeclaredFields(declared, part, `${path}.${name}`)
  })
}
