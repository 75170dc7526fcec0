import { useQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { pausesQuery } from '../../api/pause.ts'
import { Button } from '../../components/button.tsx'
import { RelativeTime } from '../../components/time.tsx'
import * as t from '../../texts/triggers/pause-all.ts'
import { PauseAllDialog } from '../../triggers/pause-all-dialog.tsx'
import { useSignedInSession } from './use-signed-in-session.ts'

/** Says on every page that no trigger starts runs, since when and by whom. Owners resume them here. */
export function PauseNotice() {
  const { data } = useQuery(pausesQuery)
  const { user } = useSignedInSession()
  const [isAsking, setIsAsking] = useState(false)
  const pause = data?.installation ?? data?.account ?? null
  const isOfAccount = data?.installation === null
  return (
    <>
      {pause !== null && (
        <section
          aria-label={t.noticeLabel}
          className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-warning/40 bg-warning-soft px-4 py-1.5 text-[0.8125rem] text-warning-ink sm:px-6"
        >
          <CirclePause aria-hidden="true" className="size-4 shrink-0" />
          <p className="min-w-0 flex-1 basis-48">
            <strong className="font-semibold">{t.allPaused}</strong> {t.pausedBy(pause.by)}{' '}
            <RelativeTime value={pause.at} />. <span className="max-sm:hidden">{t.effect}</span>{' '}
            {!isOfAccount && t.operatorEnds}
          </p>
          {isOfAccount && user.role === 'owner' && (
            <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
              {t.resume}
            </Button>
          )}
        </section>
      )}
      {isAsking && <PauseAllDialog action="resume" onClose={() => setIsAsking(false)} />}
    </>
  )
}
