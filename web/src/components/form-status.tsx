/** Announces how many fields need attention; the messages themselves stand beside the fields. */
export function FormStatus({ fields }: { fields: Partial<Record<string, string>> }) {
  const count = Object.values(fields).filter(Boolean).length
  return (
    <p role="alert" className="sr-only">
      {count > 0 && (count === 1 ? 'One field needs attention.' : `${count} fields need attention.`)}
    </p>
  )
}
