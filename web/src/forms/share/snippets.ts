import type { FormField } from '../../api/forms.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The HTML that shows the form inside of another page. */
export function embedSnippet(url: string, name: string): string {
  const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
  return `<iframe src="${escape(url)}" title="${escape(name)}" width="100%" height="700" loading="lazy"></iframe>`
}

/** A request that submits the form by program, with a value for every required field. */
export function submitRequest(apiUrl: string, formId: string, fields: readonly FormField[]): string {
  const wanted = fields.some(({ required }) => required) ? fields.filter(({ required }) => required) : fields
  const data = Object.fromEntries(wanted.map((field) => [field.name, sampleOf(field)]))
  return [
    `curl -s ${apiUrl}/v1/forms/${formId}/submissions \\`,
    `  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ data }).replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n')
}

function sampleOf({ type, options = [], min }: FormField): unknown {
  const [first = 'text'] = options.map((option) => (typeof option === 'string' ? option : option.value))
  switch (type) {
    case 'email':
      return 'ada@example.com'
    case 'url':
      return 'https://example.com'
    case 'phone':
      return '+49 30 123456'
    case 'number':
    case 'rating':
    case 'scale':
      return typeof min === 'number' ? min : 1
    case 'date':
      return '2026-01-31'
    case 'time':
      return '08:30'
    case 'datetime':
      return '2026-01-31T08:30'
    case 'color':
      return '#1a2b3c'
    case 'boolean':
      return true
    case 'checkbox':
      return options.length === 0 ? true : [first]
    case 'multiselect':
      return [first]
    default:
      return first
  }
}
