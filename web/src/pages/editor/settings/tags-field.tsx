import { X } from 'lucide-react'
import { inputClass } from '../../../components/field.tsx'
import * as t from '../../../texts/editor/settings.ts'

interface TagsFieldProps {
  control: { id: string; 'aria-describedby': string | undefined }
  tags: readonly string[]
  /** The tag that is being typed. */
  text: string
  readOnly: boolean
  onChange: (tags: readonly string[]) => void
  onText: (text: string) => void
}

const MAX_TAGS = 20

/** Returns the same list if the text is no new tag. */
export function addTag(tags: readonly string[], text: string): readonly string[] {
  const tag = text.trim()
  return tag === '' || tags.includes(tag) || tags.length >= MAX_TAGS ? tags : [...tags, tag]
}

/**
 * A list of labels: Enter or a comma adds what was typed, Backspace in the empty field removes the last one. Leaving the
 * field adds nothing: a label that appeared would move the button that is being clicked.
 */
export function TagsField({ control, tags, text, readOnly, onChange, onText }: TagsFieldProps) {
  const add = () => {
    const next = addTag(tags, text)
    onText('')
    if (next !== tags) onChange(next)
  }
  return (
    <div className="space-y-2">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex h-7 items-center gap-1 rounded-full border border-line bg-sunken pr-1 pl-2.5 text-xs font-medium"
            >
              <span className={readOnly ? 'pr-1.5' : undefined}>{tag}</span>
              {!readOnly && (
                <button
                  type="button"
                  aria-label={t.removeTag(tag)}
                  onClick={() => onChange(tags.filter((one) => one !== tag))}
                  className="grid size-5 place-items-center rounded-full text-muted hover:bg-hover hover:text-ink"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <input
          {...control}
          className={inputClass}
          value={text}
          maxLength={50}
          placeholder={t.addTag}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ',') {
              event.preventDefault()
              add()
            } else if (event.key === 'Backspace' && text === '' && tags.length > 0) {
              onChange(tags.slice(0, -1))
            }
          }}
        />
      )}
    </div>
  )
}
