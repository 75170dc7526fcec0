import { Field, inputClass } from '../../components/field.tsx'
import { formatDate } from '../../components/format-time.ts'
import { Segmented } from '../../components/segmented.tsx'
import { useNow } from '../../components/use-now.ts'
import { expiryMoment, expiryOptions, localDay, type ExpiryChoice } from './expiry.ts'

interface ExpiryPickerProps {
  choice: ExpiryChoice
  onChoose: (choice: ExpiryChoice) => void
  date: string
  onDate: (date: string) => void
  error: string | undefined
}

export function ExpiryPicker({ choice, onChoose, date, onDate, error }: ExpiryPickerProps) {
  const now = useNow(60_000)
  const moment = expiryMoment(choice, date, now)
  return (
    <div className="space-y-2.5">
      <h3 className="text-sm font-medium tracking-normal">Expires</h3>
      <Segmented label="Expires" value={choice} onChange={onChoose} options={expiryOptions} />
      {choice === 'date' && (
        <Field label="Last day" error={error} className="pt-1">
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
          {moment === null && 'It works until somebody revokes it.'}
          {typeof moment === 'string' && `It stops working on ${formatDate(moment)}.`}
        </p>
      )}
    </div>
  )
}
