const rules = new Intl.PluralRules('en')

/** The forms that English distinguishes. */
interface PluralForms {
  one: string
  other: string
}

/** Selects the form that agrees with `count`. */
export function plural(count: number, forms: PluralForms): string {
  return rules.select(count) === 'one' ? forms.one : forms.other
}
