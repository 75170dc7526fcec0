import { useNavigate, useSearch } from '@tanstack/react-router'
import type { VersionSummary } from '../../../api/workflows.ts'
import type { WorkflowDocument } from '../../../editor/sync/use-workflow-document.ts'

export type OpenWorkflow = Extract<WorkflowDocument, { status: 'ready' }>

/** Stands for the working copy where a version is expected. */
export const WORKING_COPY = 'working-copy'

export interface ChosenVersions {
  /** A version, or the working copy. */
  readonly version: string
  /** What it is compared with; undefined if there is nothing older. */
  readonly base: string | undefined
}

/** The choice is part of the address. By default, a version is compared with the one before it. */
export function useChosenVersions(
  versions: readonly VersionSummary[],
  isChanged: boolean,
): readonly [ChosenVersions, (chosen: ChosenVersions) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = versions.find((version) => version.is_current)
  const fallback = isChanged ? WORKING_COPY : (current?.id ?? WORKING_COPY)
  const version = text(search['version']) ?? fallback
  const index = versions.findIndex(({ id }) => id === version)
  const previous = version === WORKING_COPY ? current?.id : versions[index + 1]?.id
  const choose = (next: ChosenVersions) => {
    const rest = Object.fromEntries(
      Object.entries(search).filter(([name]) => name !== 'base' && name !== 'version'),
    )
    const base = next.base === undefined ? {} : { base: next.base }
    void navigate({ to: '.', search: { ...rest, version: next.version, ...base } } as never)
  }
  return [{ version, base: text(search['base']) ?? previous }, choose]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
