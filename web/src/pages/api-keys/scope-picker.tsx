import { useId } from 'react'
import type { Scope, ScopePreset } from '../../api/types.ts'
import { CheckBox } from '../../components/check-box.tsx'
import { FieldError } from '../../components/field.tsx'
import { RadioCard, RadioCards } from '../../components/radio-card.tsx'
import * as t from '../../texts/api-keys/scopes.ts'
import { scopeGroups, toggleScope } from './scopes.ts'

export type AccessChoice = ScopePreset | 'custom'

const presets: readonly ScopePreset[] = ['full_access', 'read_only', 'execute_only']

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
        {t.access}
      </h3>
      <RadioCards labelledBy={id} value={choice} onChange={onChoose}>
        {presets.map((preset) => (
          <RadioCard key={preset} value={preset} title={t.presets[preset].name}>
            {t.presets[preset].explanation}
          </RadioCard>
        ))}
        <RadioCard value="custom" title={t.custom}>
          {t.customNote}
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
      {scopeGroups.map(({ resource, scopes: offered }) => (
        <fieldset key={resource} className="min-w-0 px-3.5 py-3 sm:flex sm:gap-3">
          <legend className="float-left w-full px-2 pt-1.5 pb-1 text-sm font-semibold sm:w-28 sm:shrink-0 sm:pt-2">
            {t.resourceNames[resource]}
          </legend>
          <div className="grid flex-1 gap-x-2 max-sm:clear-both sm:grid-cols-2">
            {offered.map((scope) => (
              <CheckBox
                key={scope}
                label={t.scopes[scope].label}
                accessibleName={t.qualified(t.resourceNames[resource], t.scopes[scope].label)}
                checked={scopes.includes(scope)}
                onChange={(on) => onScopes(toggleScope(scopes, scope, on))}
              >
                {t.scopes[scope].explanation}
              </CheckBox>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
