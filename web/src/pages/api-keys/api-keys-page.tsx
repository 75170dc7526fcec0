import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { OwnersOnly } from '../../account/owners-only.tsx'
import { keysQuery } from '../../api/keys.ts'
import type { ApiKey } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { createKey } from '../../texts/api-keys/create.ts'
import * as t from '../../texts/api-keys/list.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { KeysSkeleton } from './keys-skeleton.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

export function ApiKeysPage() {
  return (
    <OwnersOnly
      icon={KeyRound}
      title={t.title}
      intro={t.intro}
      refusal={t.ownersOnly}
      note={t.ownersOnlyNote}
    >
      <Keys />
    </OwnersOnly>
  )
}

function Keys() {
  const { data, error, isFetching, refetch } = useQuery(keysQuery)
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const retry = () => void refetch()
  const createButton = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {createKey}
    </Button>
  )
  return (
    <>
      <PageHeader title={t.title} action={data?.length ? createButton : undefined}>
        {t.intro}
      </PageHeader>
      {data === undefined ? (
        error ? (
          <Card>
            <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
          </Card>
        ) : (
          <KeysSkeleton />
        )
      ) : data.length === 0 ? (
        <Card>
          <EmptyState icon={KeyRound} title={t.noKeys} action={createButton} topic="access#api-keys">
            {t.noKeysNote}
          </EmptyState>
        </Card>
      ) : (
        <div className="space-y-6">
          {error && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
          <KeyList keys={data} onRevoke={setRevoking} />
        </div>
      )}
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  )
}
