import type { FormField } from '../../api/forms.ts'

type Options = NonNullable<FormField['options']>

const separator = ' = '

/** One option per line: a text, or `value = label`. */
export function formatOptions(options: Options): string {
  return options
    .map((option) => {
      const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
      const isPlain = value === label && !value.includes(separator)
      return isPlain ? value : `${value}${separator}${label}`
    })
    .join('\n')
}

export function parseOptions(text: string): Options {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(separator)
      if (at < 0) return line.slice(0, 500)
      const value = line.slice(0, at).trim().slice(0, 500)
      const label = line
        .slice(at + separator.length)
        .trim()
        .slice(0, 500)
      return value === label ? label : { value, label }
    })
}
