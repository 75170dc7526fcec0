import type { FormSettings } from '@millrace/contract/form-settings.ts'

/** The settings as stored: without unknown properties, with normalized times and colours; null if nothing is set. */
export function normaliseSettings(settings: FormSettings | undefined): FormSettings | null {
  if (settings === undefined) return null
  const { description, submit_label, thank_you, redirect_url, closes_at } = settings
  const { max_submissions, color, embed_origins } = settings
  const known = {
    description,
    submit_label: submit_label?.trim(),
    thank_you,
    redirect_url,
    closes_at: closes_at === undefined ? undefined : new Date(closes_at).toISOString(),
    max_submissions,
    color: color?.toLowerCase(),
    embed_origins: embed_origins && [...new Set(embed_origins)],
  }
  const given = Object.entries(known).filter(([, value]) => value !== undefined)
  return given.length === 0 ? null : Object.fromEntries(given)
}
