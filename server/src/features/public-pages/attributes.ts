import { escapeText, Html } from '#http/index.ts'

type AttributeValue = string | number | boolean | undefined

/**
 * The attributes of a tag: false and undefined are left out, true has no value. Names are trusted, values are escaped. A page can have
 * many thousands of tags, so this is written out.
 */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Html {
  let text = ''
  for (const name in values) {
    const value = values[name]
    if (value === undefined || value === false) continue
    text += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`
  }
  return new Html(text)
}
