import { invalid } from '#domain/index.ts'

/** Far more than people fill in. Each costs far more than its characters, in every place that reads the form as a whole. */
const MAX_FORM_FIELDS = 10_000

/** Parses an untrusted form of type `application/x-www-form-urlencoded`. */
export function parseForm(text: string): URLSearchParams {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) fields += 1
  if (fields > MAX_FORM_FIELDS) {
    const limit = MAX_FORM_FIELDS.toLocaleString('en')
    throw invalid([{ path: '', message: `must not have more than ${limit} fields` }])
  }
  return new URLSearchParams(text)
}
