import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { keysQuery } from '../../api/keys.ts'
import type { ApiKey } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { StaleNotice } from '../../components/stale-notice.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { KeysSkeleton } from './keys-skeleton.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

export function ApiKeysPage() {
  const { data, error, isFetching, refetch } = useQuery(keysQuery)
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey>()
  const retry = () => void refetch()
  const createButton = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      Create Key
    </Button>
  )
  return (
    <>
      <PageHeader title="API Keys" action={data?.length ? createButton : undefined}>
        Keys let your programs talk to Millrace. Give each program its own, with no more access than it needs.
      </PageHeader>
      {data === undefined ? (
        error ? (
          <Card>
            <ErrorState
              title="API keys could not be loaded"
              error={error}
              retrying={isFetching}
              onRetry={retry}
            />
          </Card>
        ) : (
          <KeysSkeleton />
        )
      ) : data.length === 0 ? (
        <Card>
          <EmptyState icon={KeyRound} title="No API keys yet" action={createButton}>
            Create a key to start workflows, read results and receive events from your own programs.
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
