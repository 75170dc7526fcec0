import { useQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import { pausesQuery } from '../../api/pause.ts'
import { useSignedInSession } from '../../app/layout/use-signed-in-session.ts'
import { Button } from '../../components/button.tsx'
import * as t from '../../texts/triggers/pause-all.ts'
import { PauseAllDialog } from '../../triggers/pause-all-dialog.tsx'

/** For owners, as long as nothing is paused: the notice above every page has the button that resumes. */
export function PauseAllButton() {
  const { data } = useQuery(pausesQuery)
  const { user } = useSignedInSession()
  const [isAsking, setIsAsking] = useState(false)
  if (user.role !== 'owner' || data === undefined || data.account !== null || data.installation !== null) {
    return null
  }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
        <CirclePause aria-hidden="true" className="size-4" />
        {t.pauseAll}
      </Button>
      {isAsking && <PauseAllDialog action="pause" onClose={() => setIsAsking(false)} />}
    </>
  )
}
