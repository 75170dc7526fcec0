import { RotateCw, TriangleAlert } from 'lucide-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { describeError } from '../../api/api-error.ts'
import * as common from '../../texts/common.ts'
import * as t from '../../texts/components.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'

interface RegionBoundaryProps {
  /** Names the region for the user: "The inspector". */
  region: string
  /** A change clears the error: the id of the selected node, for example. */
  resetKey?: unknown
  children: ReactNode
}

interface State {
  error: unknown
  stack: string
  resetKey: unknown
}

/** Limits a crash to one region of the page: the rest keeps working. */
export class RegionBoundary extends Component<RegionBoundaryProps, State> {
  override state: State = { error: undefined, stack: '', resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: RegionBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, stack: '', resetKey }
  }

  override componentDidCatch(_error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ stack: componentStack ?? '' })
  }

  override render(): ReactNode {
    const { error, stack } = this.state
    if (error === undefined) return this.props.children
    const details =
      `${error instanceof Error ? (error.stack ?? error.message) : describeError(error)}\n${stack}`.trim()
    return (
      <div
        role="alert"
        className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center text-sm"
      >
        <TriangleAlert aria-hidden="true" className="size-6 text-warning-ink" strokeWidth={1.75} />
        <p className="font-semibold">{t.regionFailed(this.props.region)}</p>
        <p className="max-w-md text-muted">{t.regionFailedNote}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            variant="secondary"
            size="sm"
            onClick={() => this.setState({ error: undefined, stack: '' })}
          >
            <RotateCw aria-hidden="true" className="size-4" />
            {common.tryAgain}
          </Button>
          <CopyButton text={details} contentName={t.errorDetailsName} />
        </div>
        <details className="w-full max-w-xl text-left text-xs">
          <summary className="text-center text-muted">{t.errorDetails}</summary>
          <pre className="mt-2 max-h-48 overflow-auto rounded-control bg-sunken p-3 whitespace-pre-wrap">
            {details}
          </pre>
        </details>
      </div>
    )
  }
}
