import * as common from '../texts/common.ts'

/** Announces how many fields need attention. The messages themselves are beside the fields. */
export function FormStatus({ fields }: { fields: Partial<Record<string, string>> }) {
  const count = Object.values(fields).filter(Boolean).length
  return (
    <p role="alert" className="sr-only">
      {count > 0 && common.fieldsNeedAttention(count)}
    </p>
  )
}
