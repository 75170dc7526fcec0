/** Longer texts have none of the formats. */
const MAX_LENGTH = 2_048
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i
const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})+$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const FORMATS: Readonly<
  Record<string, { readonly is: (text: string) => boolean; readonly message: string }>
> = {
  email: { is: (text) => EMAIL.test(text), message: 'must be an email address' },
  uri: { is: (text) => /^[a-z]/i.test(text) && URL.canParse(text), message: 'must be a URL' },
  uuid: { is: (text) => UUID.test(text), message: 'must be a UUID' },
  date: { is: isDate, message: 'must be a date such as 2026-01-31' },
  time: { is: (text) => TIME.test(text), message: 'must be a time such as 09:30:00Z' },
  'date-time': { is: isDateTime, message: 'must be a date and time such as 2026-01-31T09:30:00Z' },
}

/** Why a text does not have a format of JSON Schema. Formats that are not known here allow everything, as the standard says. */
export function findFormatProblem(format: string, text: string): string | undefined {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (known === undefined || (text.length <= MAX_LENGTH && known.is(text))) return undefined
  return known.message
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function isDateTime(text: string): boolean {
  return /^.{10}[T ]/i.test(text) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))
}
