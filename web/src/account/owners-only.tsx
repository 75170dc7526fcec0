import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedInSession } from '../app/layout/use-signed-in-session.ts'
import { buttonClass } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { PageHeader } from '../components/page-header.tsx'
import * as t from '../texts/account.ts'

interface OwnersOnlyProps {
  icon: LucideIcon
  /** Title and introduction of the page. */
  title: string
  intro: string
  /** Who may use it, and what to do instead. */
  refusal: string
  note: string
  children: ReactNode
}

/** A page for owners. Anybody else who follows a link to it reads why it is empty: the navigation does not offer it. */
export function OwnersOnly({ icon, title, intro, refusal, note, children }: OwnersOnlyProps) {
  const { user } = useSignedInSession()
  if (user.role === 'owner') return children
  return (
    <>
      <PageHeader title={title}>{intro}</PageHeader>
      <Card>
        <EmptyState
          icon={icon}
          title={refusal}
          action={
            <Link to="/workflows" className={buttonClass('secondary')}>
              {t.goToWorkflows}
            </Link>
          }
        >
          {note}
        </EmptyState>
      </Card>
    </>
  )
}
