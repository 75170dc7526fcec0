import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { sessionQuery } from '../api/session.ts'
import { markNavigated } from '../components/navigation-state.ts'
import { requestTimeline } from '../run/opening-timeline.ts'
import { readExecutionSearch } from '../pages/execution/execution-search.ts'
import { readListSearch } from '../pages/executions/execution-filters.ts'
import { readHomeSearch } from '../pages/home/home-search.ts'
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx'
import { readWorkflowsSearch } from '../pages/workflows/workflows-search.ts'
import { storeSetupToken } from '../pages/setup/setup-token.ts'
import { AppRoot } from './app-root.tsx'
import { AppLayout } from './layout/app-layout.tsx'
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

const executionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/executions',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../pages/executions/executions-page.tsx'), 'ExecutionsPage'),
  staticData: { layout: 'wide' },
})

const executionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/executions/$executionId',
  validateSearch: readExecutionSearch,
  loader: ({ cause, params }) => {
    if (cause === 'enter') requestTimeline(params.executionId)
  },
  component: lazyRouteComponent(() => import('../pages/execution/execution-page.tsx'), 'ExecutionPage'),
  staticData: { layout: 'full' },
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

const routeTree = rootRoute.addChildren([
  setupRoute,
  signInRoute,
  signedInRoute.addChildren([
    homeRoute,
    templatesRoute,
    workflowsRoute,
    workflowRoute.addChildren([
      editorTabRoute,
      workflowExecutionsRoute,
      versionsRoute,
      triggersRoute,
      workflowSettingsRoute,
    ]),
    executionsRoute,
    executionRoute,
    settingsRoute,
    apiKeysRoute,
    planRoute,
    profileRoute,
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
