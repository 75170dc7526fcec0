import { useId } from 'react'
import type { Scope, ScopePreset } from '../../api/types.ts'
import { CheckBox } from '../../components/check-box.tsx'
import { FieldError } from '../../components/field.tsx'
import { RadioCard, RadioCards } from '../../components/radio-card.tsx'
import { presetNames, scopeGroups, toggleScope } from './scopes.ts'

export type AccessChoice = ScopePreset | 'custom'

const presets: readonly { value: ScopePreset; explanation: string }[] = [
  { value: 'full_access', explanation: 'Everything the API can do.' },
  { value: 'read_only', explanation: 'See everything, change nothing.' },
  { value: 'execute_only', explanation: 'Start workflows and follow their executions.' },
]

interface ScopePickerProps {
  choice: AccessChoice
  onChoose: (choice: AccessChoice) => void
  scopes: readonly Scope[]
  onScopes: (scopes: Scope[]) => void
  error: string | undefined
}

export function ScopePicker({ choice, onChoose, scopes, onScopes, error }: ScopePickerProps) {
  const id = useId()
  return (
    <div className="space-y-2.5">
      <h3 id={id} className="text-sm font-medium tracking-normal">
        Access
      </h3>
      <RadioCards labelledBy={id} value={choice} onChange={onChoose}>
        {presets.map(({ value, explanation }) => (
          <RadioCard key={value} value={value} title={presetNames[value]}>
            {explanation}
          </RadioCard>
        ))}
        <RadioCard value="custom" title="Custom">
          Choose what it may do, one by one.
        </RadioCard>
      </RadioCards>
      {choice === 'custom' && <ScopeMatrix scopes={scopes} onScopes={onScopes} />}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

function ScopeMatrix({ scopes, onScopes }: Pick<ScopePickerProps, 'scopes' | 'onScopes'>) {
  return (
    <div className="divide-y divide-line rounded-control border border-line bg-surface">
      {scopeGroups.map((group) => (
        <fieldset key={group.title} className="min-w-0 px-3.5 py-3 sm:flex sm:gap-3">
          <legend className="float-left w-full px-2 pt-1.5 pb-1 text-sm font-semibold sm:w-28 sm:shrink-0 sm:pt-2">
            {group.title}
          </legend>
          <div className="grid flex-1 gap-x-2 max-sm:clear-both sm:grid-cols-2">
            {group.scopes.map(({ scope, label, explanation }) => (
              <CheckBox
                key={scope}
                label={label}
                name={`${group.title}: ${label}`}
                checked={scopes.includes(scope)}
                onChange={(on) => onScopes(toggleScope(scopes, scope, on))}
              >
                {explanation}
              </CheckBox>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
