import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, isTransient } from '../api/api-error.ts'
import { Card } from '../components/card.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Brand } from '../components/mark.tsx'
import * as common from '../texts/common.ts'
import * as t from '../texts/errors.ts'

const retryMs = 4_000

/** Replaces the layout, mostly because the server does not respond. */
export function FullPageError(props: ErrorComponentProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 py-10">
      <Brand className="self-center" />
      <div className="my-auto pb-16">
        <h1 className="sr-only">{t.errorPageTitle}</h1>
        <ErrorCard {...props} />
      </div>
    </main>
  )
}

/** Appears inside the layout: one page failed, the rest of the app stays usable. */
export function PageErrorCard(props: ErrorComponentProps) {
  return (
    <div className="p-4 sm:p-6">
      <h1 className="sr-only">{t.errorPageTitle}</h1>
      <ErrorCard {...props} />
    </div>
  )
}

function ErrorCard({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const [retrying, setRetrying] = useState(false)
  const isApiError = error instanceof ApiError

  useEffect(() => {
    document.title = common.documentTitle(t.errorPageTitle)
  }, [])

  const retry = async () => {
    // Code that failed to load, for example after an update, loads only with a new page.
    if (!isApiError) return location.reload()
    setRetrying(true)
    await router.invalidate()
    reset()
    setRetrying(false)
  }

  // A restart of the server passes: nobody has to press a button.
  const isPassing = isTransient(error)
  useEffect(() => {
    if (!isPassing) return undefined
    const again = async () => {
      await router.invalidate()
      reset()
    }
    const timer = setInterval(() => void again(), retryMs)
    return () => clearInterval(timer)
  }, [isPassing, router, reset])

  return (
    <Card>
      <ErrorState
        title={isApiError ? t.serviceNotResponding : t.pageFailed}
        error={error}
        retrying={retrying}
        {...(isPassing ? { note: t.retriesByItself } : {})}
        onRetry={() => void retry()}
      />
    </Card>
  )
}
