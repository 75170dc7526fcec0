import type { Locator, Page } from 'playwright-core'
import type { ApiClient } from './api-client.ts'

export interface Draft {
  readonly nodes: readonly {
    readonly id: string
    readonly type: string
    readonly name?: string
    readonly disabled?: boolean
    readonly position?: { readonly x: number; readonly y: number }
    readonly data?: Readonly<Record<string, unknown>>
  }[]
  readonly edges: readonly {
    readonly source: string
    readonly target: string
    readonly sourceHandle?: string
  }[]
}

/** The editor of one workflow, by the names that people and screen readers perceive. */
export class EditorPage {
  readonly page: Page
  readonly graph: Locator
  readonly inspector: Locator
  readonly drawer: Locator
  readonly dialog: Locator
  readonly #api: ApiClient

  constructor(page: Page, api: ApiClient) {
    this.page = page
    this.#api = api
    page.setDefaultTimeout(10_000)
    this.graph = page.getByRole('application', { name: 'Workflow graph' })
    this.inspector = page.getByRole('region', { name: 'Node panel' })
    this.drawer = page.getByRole('region', { name: 'Run panel' })
    this.dialog = page.getByRole('dialog')
  }

  async open(workflowId: string, search = ''): Promise<void> {
    await this.page.goto(`/workflows/${workflowId}${search}`)
    await this.graph.waitFor()
  }

  /** The card of a node: its name is the first part of what is read out. */
  node(name: string): Locator {
    return nodeCard(this.graph, name)
  }

  field(name: string): Locator {
    return this.inspector.getByRole('textbox', { name, exact: true })
  }

  /** Waits until the server has every edit. */
  async saved(): Promise<void> {
    await this.page.getByRole('status').getByText('Saved', { exact: true }).waitFor({ state: 'attached' })
  }

  get workflowId(): string {
    return /\/workflows\/([^/?]+)/.exec(this.page.url())?.[1] ?? ''
  }

  /** The working copy as the server has it, once the editor says that everything is saved. */
  async readDraft(workflowId = this.workflowId): Promise<Draft> {
    await this.saved()
    return this.#api.send<Draft>('GET', `/workflows/${workflowId}/draft`)
  }

  focusedLabel(): Promise<string | null> {
    return this.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
  }
}

/** The edges as `source→target` or `source·handle→target`, by the names of the nodes. */
export function wiring({ nodes, edges }: Draft): string[] {
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.name ?? id
  return edges
    .map(({ source, target, sourceHandle }) => {
      const handle = sourceHandle === undefined || sourceHandle === 'main' ? '' : `·${sourceHandle}`
      return `${nameOf(source)}${handle}→${nameOf(target)}`
    })
    .toSorted()
}

/** The card of a node on the canvas, or its row in the list. */
export function nodeCard(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name: new RegExp(`^${RegExp.escape(name)}(,|$)`) })
}
