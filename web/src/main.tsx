import '@fontsource-variable/inter/wght.css'
import './app/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { adoptStyleNonce } from './app/nonce.ts'
import { createQueryClient } from './app/query-client.ts'
import { reportCaughtError } from './app/report-caught-error.ts'
import { createAppRouter } from './app/router.tsx'
import { followSession } from './app/session-storage.ts'

adoptStyleNonce()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

const queryClient = createQueryClient()
followSession(queryClient)
const router = createAppRouter(queryClient)

createRoot(root, { onCaughtError: reportCaughtError }).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
)
