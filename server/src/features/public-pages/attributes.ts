import { html, Html } from '#http/index.ts'

type AttributeValue = string | number | boolean | undefined

/** The attributes of a tag: false and undefined are left out, true has no value. Names are trusted, values are escaped. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Html {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue
    text += value === true ? ` ${name}` : html` ${new Html(name)}="${value}"`.text
  }
  return new Html(text)
}
