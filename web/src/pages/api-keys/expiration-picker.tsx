import { Field, inputClass } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { useNow } from '../../components/use-now.ts'
import * as t from '../../texts/api-keys/create.ts'
import { formatDate } from '../../texts/format.ts'
import { expirationOptions, localDay, toExpirationTime, type ExpirationChoice } from './expiration.ts'

interface ExpirationPickerProps {
  choice: ExpirationChoice
  onChoose: (choice: ExpirationChoice) => void
  date: string
  onDate: (date: string) => void
  error: string | undefined
}

export function ExpirationPicker({ choice, onChoose, date, onDate, error }: ExpirationPickerProps) {
  const now = useNow(60_000)
  const expiresAt = toExpirationTime(choice, date, now)
  return (
    <div className="space-y-2.5">
      <h3 className="text-sm font-medium tracking-normal">{t.expiration}</h3>
      <Segmented label={t.expiration} value={choice} onChange={onChoose} options={expirationOptions} />
      {choice === 'date' && (
        <Field label={t.expirationDate} error={error} className="pt-1">
          {(control) => (
            <input
              {...control}
              type="date"
              name="expires_at"
              min={localDay(now)}
              value={date}
              onChange={(event) => onDate(event.target.value)}
              className={inputClass}
            />
          )}
        </Field>
      )}
      {!error && (
        <p className="text-sm text-muted">
          {expiresAt === null && t.neverExpires}
          {typeof expiresAt === 'string' && t.expiresOn(formatDate(expiresAt))}
        </p>
      )}
    </div>
  )
}
