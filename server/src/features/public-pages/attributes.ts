import { html, Html } from '#http/index.ts'

type AttributeValue = string | number | boolean | undefined

/** The attributes of a tag: false and undefined are left out, true has no value. Names are trusted, values are escaped. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Html {
  const written = Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === false) return undefined
    return value === true ? new Html(` ${name}`) : html` ${new Html(name)}="${value}"`
  })
  return html`${written}`
}
