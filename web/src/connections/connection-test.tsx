import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { describeError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { credentialsQuery } from '../api/credentials.ts'
import * as operations from '../api/generated/operations.ts'
import { integrationsQuery } from '../api/integrations.ts'
import { Button } from '../components/button.tsx'
import { useNow } from '../components/use-now.ts'
import * as t from '../texts/credentials.ts'
import { formatRelative } from '../texts/format.ts'

/** Tests the integration that uses the credential. General credentials belong to no service, so nothing can be tested. */
export function ConnectionTest({ credentialId }: { credentialId: string | undefined }) {
  const client = useQueryClient()
  const now = useNow(30_000)
  const { data: integrations = [] } = useQuery(integrationsQuery)
  const integration = integrations.find(
    (one) => credentialId !== undefined && one.credential_id === credentialId,
  )
  const test = useMutation({
    mutationFn: async (id: string) => (await call(operations.testIntegration, { params: { id } })).data,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['integrations'] }),
        client.invalidateQueries({ queryKey: credentialsQuery.queryKey }),
      ]),
  })
  if (integration === undefined) return null
  const result = test.data
  const { last_tested_at: testedAt, status } = integration
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      <output className="flex items-center gap-1">
        {result !== undefined ? (
          <TestResult isGood={result.ok} text={result.ok ? t.works(result.latency_ms) : result.message} />
        ) : test.error !== null ? (
          <TestResult isGood={false} text={describeError(test.error)} />
        ) : testedAt === null ? null : (
          <TestResult isGood={status !== 'error'} text={t.tested(formatRelative(testedAt, now))} />
        )}
      </output>
      <Button
        variant="ghost"
        size="sm"
        busy={test.isPending}
        onClick={() => test.mutate(integration.id)}
        className="md:h-6 md:px-1.5 md:text-xs"
      >
        {test.isPending ? t.testing : t.test}
      </Button>
    </span>
  )
}

function TestResult({ isGood, text }: { isGood: boolean; text: string }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <span
      title={text}
      className={isGood ? 'flex items-center gap-1' : 'flex items-center gap-1 text-danger-ink'}
    >
      <Icon aria-hidden="true" className={isGood ? 'size-3.5 text-success-ink' : 'size-3.5'} />
      <span className="max-w-56 truncate">{text}</span>
    </span>
  )
}
