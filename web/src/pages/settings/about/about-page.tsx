import { useQuery } from '@tanstack/react-query'
import { aboutQuery, type About } from '../../../api/about.ts'
import { Alert } from '../../../components/alert.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Card, CardHeader } from '../../../components/card.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Loading, Skeleton } from '../../../components/skeleton.tsx'
import { StaleNotice } from '../../../components/stale-notice.tsx'
import { RelativeTime } from '../../../components/time.tsx'
import * as t from '../../../texts/settings/about.ts'
import { Facts } from './facts.tsx'
import { QueueCard } from './queue-card.tsx'
import { StorageCard } from './storage-card.tsx'

export function AboutPage() {
  const { data, error, isFetching, refetch } = useQuery({ ...aboutQuery, refetchInterval: 10_000 })
  const retry = () => void refetch()
  return (
    <>
      <PageHeader title={t.title}>{t.intro}</PageHeader>
      {data === undefined ? (
        <Card>
          {error ? (
            <ErrorState title={t.loadFailed} error={error} retrying={isFetching} onRetry={retry} />
          ) : (
            <Loading label={t.loading} className="space-y-5 p-5 sm:px-6">
              {['w-40', 'w-64', 'w-52', 'w-60'].map((width) => (
                <Skeleton key={width} className={`h-4 ${width}`} />
              ))}
            </Loading>
          )}
        </Card>
      ) : (
        <div className="space-y-6">
          {error && <StaleNotice error={error} retrying={isFetching} onRetry={retry} />}
          {data.problems.length > 0 && (
            <Alert tone="danger" live title={t.notReady}>
              <ul>
                {data.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Alert>
          )}
          <div className="grid gap-6 lg:grid-cols-2">
            <Installation about={data} />
            <QueueCard queue={data.queue} />
          </div>
          <Processes processes={data.processes} />
          <StorageCard storage={data.storage} />
        </div>
      )}
    </>
  )
}

function Installation({ about }: { about: About }) {
  const isHealthy = about.problems.length === 0
  return (
    <Card>
      <CardHeader title={t.installation}>{t.installationNote}</CardHeader>
      <Facts
        facts={[
          [
            t.health,
            <Badge key="health" tone={isHealthy ? 'success' : 'danger'}>
              {isHealthy ? t.healthy : t.notReady}
            </Badge>,
          ],
          [t.version, about.version],
          [t.database, t.databases[about.database]],
          [t.executionRetention, t.days(about.retention.executions)],
          [t.auditRetention, t.days(about.retention.audit)],
        ]}
      />
    </Card>
  )
}

function Processes({ processes }: { processes: About['processes'] }) {
  return (
    <Card>
      <CardHeader title={t.processes}>{t.processesNote}</CardHeader>
      <ul aria-label={t.processes} className="mt-2 divide-y divide-line px-5 pb-1 sm:px-6">
        {processes.map((process) => (
          <li key={process.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3.5 text-sm">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span className="break-all">{process.host ?? t.unknownHost}</span>
                {process.is_current && <Badge>{t.thisProcess}</Badge>}
              </p>
              <p className="text-[0.8125rem] text-muted">
                {process.role !== null && t.processRoles[process.role]}
                {process.version !== null && ` · ${process.version}`}
              </p>
            </div>
            <div className="text-[0.8125rem] text-muted sm:w-52">
              <p>
                <RichText
                  text={t.heartbeat}
                  slots={{ time: <RelativeTime value={process.last_heartbeat_at} /> }}
                />
              </p>
              {process.started_at !== null && (
                <p>
                  <RichText
                    text={t.startedAt}
                    slots={{ time: <RelativeTime value={process.started_at} /> }}
                  />
                </p>
              )}
            </div>
            <Badge tone={process.is_alive ? 'success' : 'danger'}>
              {process.is_alive ? t.alive : t.silent}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
