import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { nodeTypesQuery } from '../api/node-types.ts'
import { sessionQuery } from '../api/session.ts'
import { markNavigated } from '../components/navigation-state.ts'
import { requestData } from '../data-view/opening-data.ts'
import { requestTimeline } from '../run/opening-timeline.ts'
import { readCompareSearch } from '../pages/compare/compare-search.ts'
import { readConnectionsSearch } from '../pages/connections/connections-search.ts'
import { readShadowSearch } from '../pages/editor/shadow/shadow-search.ts'
import { readExecutionSearch } from '../pages/execution/execution-search.ts'
import { readListSearch } from '../pages/executions/execution-filters.ts'
import { readHomeSearch } from '../pages/home/home-search.ts'
import { readSubmissionsSearch } from '../pages/form/submissions-search.ts'
import { readFormsSearch } from '../pages/forms/forms-search.ts'
import { readInboxSearch } from '../pages/inbox/inbox-search.ts'
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx'
import { readStateSearch } from '../pages/state/state-search.ts'
import { readTriggersSearch } from '../pages/triggers/triggers-search.ts'
import { readWebhookSearch } from '../pages/webhooks/webhook-search.ts'
import { readWorkflowsSearch } from '../pages/workflows/workflows-search.ts'
import { storeInvitationToken } from '../pages/join/invitation-token.ts'
import { readAuditSearch } from '../pages/settings/audit/audit-search.ts'
import { storeSetupToken } from '../pages/setup/setup-token.ts'
import { AppRoot } from './app-root.tsx'
import { AppLayout } from './layout/app-layout.tsx'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { PageErrorCard, FullPageError } from './route-errors.tsx'
import { PageSkeleton, FullPagePending } from './route-pending.tsx'
import { safeNext } from './safe-next.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { readSignInSearch, signInSearch } from './sign-in-search.ts'

interface RouterContext {
  queryClient: QueryClient
}

/** For routes outside of the layout. */
const withoutLayout = { pendingComponent: FullPagePending, errorComponent: FullPageError }

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: AppRoot,
  ...withoutLayout,
  notFoundComponent: NotFoundPage,
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  beforeLoad: async ({ context, search }) => {
    if (search.token !== undefined) {
      storeSetupToken(search.token)
      // Remove the secret from the address bar and from the history.
      throw redirect({ to: '/setup', search: {}, replace: true })
    }
    const session = await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (session.signed_in) throw redirect({ to: '/', replace: true })
    return { session }
  },
  component: lazyRouteComponent(() => import('../pages/setup/setup-page.tsx'), 'SetupPage'),
  ...withoutLayout,
})

const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  beforeLoad: async ({ context, search }) => {
    if (search.token !== undefined) {
      storeInvitationToken(search.token)
      // Remove the secret from the address bar and from the history.
      throw redirect({ to: '/join', search: {}, replace: true })
    }
    return { session: await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }) }
  },
  component: lazyRouteComponent(() => import('../pages/join/join-page.tsx'), 'JoinPage'),
  ...withoutLayout,
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (session.signed_in) throw redirect({ href: safeNext(search.next) ?? '/', replace: true })
    return { session }
  },
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  ...withoutLayout,
})

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    // A remembered session opens the app at once; it is verified behind it.
    const session = await context.queryClient.ensureQueryData({ ...sessionQuery, revalidateIfStale: true })
    if (!session.signed_in)
      throw redirect({ to: '/sign-in', search: signInSearch(location.href), replace: true })
    return { session }
  },
  // Not lazy: almost every visit needs it, and many small files compress worse than one.
  component: AppLayout,
  ...withoutLayout,
})

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
  staticData: { layout: 'wide' },
})

const templatesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/templates',
  component: lazyRouteComponent(() => import('../pages/templates/templates-page.tsx'), 'TemplatesPage'),
  staticData: { layout: 'wide' },
})

const workflowsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/workflows',
  validateSearch: readWorkflowsSearch,
  component: lazyRouteComponent(() => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  staticData: { layout: 'wide' },
})

const inboxRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
  staticData: { layout: 'wide' },
})

const executionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/executions',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../pages/executions/executions-page.tsx'), 'ExecutionsPage'),
  staticData: { layout: 'wide' },
})

const compareRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/executions/compare',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
  staticData: { layout: 'full' },
})

const executionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/executions/$executionId',
  validateSearch: readExecutionSearch,
  loader: ({ cause, params: { executionId }, location, context: { queryClient } }) => {
    if (cause !== 'enter') return
    requestTimeline(executionId)
    void queryClient.prefetchQuery(nodeTypesQuery)
    const { panel: part, step } = readExecutionSearch(location.search)
    if (part === 'input' || part === 'output') {
      requestData({ executionId, step: step || undefined, part })
      // Who follows a link to data wants to see it: its view does not wait for the timeline.
      import('../pages/execution/run-data-panel.tsx').catch(() => undefined)
    }
  },
  component: lazyRouteComponent(() => import('../pages/execution/execution-page.tsx'), 'ExecutionPage'),
  staticData: { layout: 'full' },
})

const connectionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connections',
  validateSearch: readConnectionsSearch,
  component: lazyRouteComponent(() => import('../pages/connections/connections-page.tsx'), 'ConnectionsPage'),
  staticData: { layout: 'wide' },
})

const allTriggersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/triggers',
  validateSearch: readTriggersSearch,
  component: lazyRouteComponent(() => import('../pages/triggers/triggers-page.tsx'), 'TriggersPage'),
  staticData: { layout: 'wide' },
})

const webhooksRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  staticData: { layout: 'wide' },
})

const webhookRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks/$webhookId',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
  staticData: { layout: 'wide' },
})

const stateRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/state',
  validateSearch: readStateSearch,
  component: lazyRouteComponent(() => import('../pages/state/state-page.tsx'), 'StatePage'),
  staticData: { layout: 'wide' },
})

/** The editor with its top bar; its children are the tabs. */
const workflowRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/workflows/$workflowId',
  component: lazyRouteComponent(() => import('../pages/editor/editor-page.tsx'), 'EditorPage'),
  staticData: { layout: 'full' },
})

const editorTabRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/editor/editor-tab.tsx'), 'EditorTab'),
})

const workflowExecutionsRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/executions',
  validateSearch: readListSearch,
  component: lazyRouteComponent(
    () => import('../pages/executions/workflow-executions-tab.tsx'),
    'WorkflowExecutionsTab',
  ),
})

const versionsRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/versions',
  component: lazyRouteComponent(() => import('../pages/editor/versions/versions-tab.tsx'), 'VersionsTab'),
})

const shadowRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/try',
  validateSearch: readShadowSearch,
  component: lazyRouteComponent(() => import('../pages/editor/shadow/shadow-tab.tsx'), 'ShadowTab'),
})

const triggersRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/triggers',
  component: lazyRouteComponent(() => import('../pages/editor/triggers/triggers-tab.tsx'), 'TriggersTab'),
})

const workflowSettingsRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/editor/settings/settings-tab.tsx'), 'SettingsTab'),
})

const formsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/forms',
  validateSearch: readFormsSearch,
  component: lazyRouteComponent(() => import('../pages/forms/forms-page.tsx'), 'FormsPage'),
  staticData: { layout: 'wide' },
})

/** A form with its header; its children are the tabs. */
const formRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/forms/$formId',
  component: lazyRouteComponent(() => import('../pages/form/form-page.tsx'), 'FormPage'),
  staticData: { layout: 'full' },
})

const formBuildRoute = createRoute({
  getParentRoute: () => formRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/form/build-tab.tsx'), 'BuildTab'),
})

const formShareRoute = createRoute({
  getParentRoute: () => formRoute,
  path: '/share',
  component: lazyRouteComponent(() => import('../pages/form/share-tab.tsx'), 'ShareTab'),
})

const formSubmissionsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: '/submissions',
  validateSearch: readSubmissionsSearch,
  component: lazyRouteComponent(() => import('../pages/form/submissions-tab.tsx'), 'SubmissionsTab'),
})

const formSettingsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/form/settings-tab.tsx'), 'SettingsTab'),
})

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  beforeLoad: ({ context }) => {
    const isOwner = context.session.signed_in && context.session.user.role === 'owner'
    throw redirect({ to: isOwner ? '/settings/api-keys' : '/settings/plan', replace: true })
  },
})

const apiKeysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/api-keys',
  component: lazyRouteComponent(() => import('../pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const planRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/plan',
  component: lazyRouteComponent(() => import('../pages/plan/plan-page.tsx'), 'PlanPage'),
})

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('../pages/profile/profile-page.tsx'), 'ProfilePage'),
})

const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/users',
  component: lazyRouteComponent(() => import('../pages/settings/users/users-page.tsx'), 'UsersPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../pages/settings/audit/audit-page.tsx'), 'AuditPage'),
})

const variablesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/variables',
  component: lazyRouteComponent(
    () => import('../pages/settings/variables/variables-page.tsx'),
    'VariablesPage',
  ),
})

const appearanceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/appearance',
  component: lazyRouteComponent(
    () => import('../pages/settings/appearance/appearance-page.tsx'),
    'AppearancePage',
  ),
})

const aboutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/about',
  component: lazyRouteComponent(() => import('../pages/settings/about/about-page.tsx'), 'AboutPage'),
})

const routeTree = rootRoute.addChildren([
  setupRoute,
  joinRoute,
  signInRoute,
  signedInRoute.addChildren([
    homeRoute,
    templatesRoute,
    workflowsRoute,
    workflowRoute.addChildren([
      editorTabRoute,
      workflowExecutionsRoute,
      versionsRoute,
      shadowRoute,
      triggersRoute,
      workflowSettingsRoute,
    ]),
    inboxRoute,
    executionsRoute,
    compareRoute,
    executionRoute,
    formsRoute,
    formRoute.addChildren([formBuildRoute, formShareRoute, formSubmissionsRoute, formSettingsRoute]),
    connectionsRoute,
    allTriggersRoute,
    webhooksRoute,
    stateRoute,
    webhookRoute,
    settingsRoute,
    apiKeysRoute,
    planRoute,
    profileRoute,
    usersRoute,
    auditRoute,
    appearanceRoute,
    variablesRoute,
    aboutRoute,
  ]),
])

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageErrorCard,
    scrollRestoration: true,
  })
  router.subscribe('onResolved', markNavigated)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /**
     * `full`: the page fills the window beside a rail of icons, and scrolls inside. `wide`: the page fills the window
     * beside the navigation, and scrolls inside. Without it, a padded column that scrolls with the window.
     */
    layout?: 'full' | 'wide'
  }
}
