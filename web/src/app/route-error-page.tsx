import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { Brand } from '../components/mark.tsx'
import { ErrorState } from '../components/error-state.tsx'

export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const [retrying, setRetrying] = useState(false)

  useEffect(() => {
    document.title = 'Something went wrong · Millrace'
  }, [])

  const retry = async () => {
    // A part of the app that did not load (say, after an update) comes back only with a fresh page.
    if (!(error instanceof ApiError)) return location.reload()
    setRetrying(true)
    await router.invalidate()
    reset()
    setRetrying(false)
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 py-10">
      <Brand className="self-center" />
      <div className="my-auto rounded-card border border-line bg-surface shadow-card">
        <h1 className="sr-only">Millrace could not be opened</h1>
        <ErrorState
          title={error instanceof ApiError ? 'Millrace does not answer' : 'This page could not be shown'}
          error={error}
          retrying={retrying}
          onRetry={() => void retry()}
        />
      </div>
    </main>
  )
}
