import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { Card } from '../components/card.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Brand } from '../components/mark.tsx'

/** Before or instead of the layout: mostly a service that does not answer. */
export function WholePageError(props: ErrorComponentProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 py-10">
      <Brand className="self-center" />
      <div className="my-auto pb-16">
        <h1 className="sr-only">Something went wrong</h1>
        <PageErrorCard {...props} />
      </div>
    </main>
  )
}

/** Inside the layout: one page failed, the rest of the app stays usable. */
export function PageErrorCard({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const [retrying, setRetrying] = useState(false)
  const unanswered = error instanceof ApiError

  useEffect(() => {
    document.title = 'Something went wrong · Millrace'
  }, [])

  const retry = async () => {
    // A part of the app that did not load, say after an update, comes back only with a fresh page.
    if (!unanswered) return location.reload()
    setRetrying(true)
    await router.invalidate()
    reset()
    setRetrying(false)
  }

  return (
    <Card>
      <ErrorState
        title={unanswered ? 'Millrace does not answer' : 'This page could not be shown'}
        error={error}
        retrying={retrying}
        onRetry={() => void retry()}
      />
    </Card>
  )
}
