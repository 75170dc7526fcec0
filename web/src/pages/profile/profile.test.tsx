import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, fakeService, ok } from '../../testing/fake-service.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/samples.ts'

async function change(current: string, next: string) {
  await userEvent.type(await screen.findByLabelText('Current password'), current)
  await userEvent.type(screen.getByLabelText('New password'), next)
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

test('changing the password shows a confirmation and clears the form', async () => {
  const sent = fakeService({ 'GET /app/session': ok(signedIn), 'POST /app/password': ok(null) })
  renderApp('/settings/profile')
  await change('the old password', 'the new password')
  await screen.findByText('Password changed')
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    current_password: 'the old password',
    new_password: 'the new password',
  })
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
})

test('a validation issue becomes a sentence beside its field', async () => {
  const issues = [{ path: 'current_password', message: 'is wrong' }]
  fakeService({
    'GET /app/session': ok(signedIn),
    'POST /app/password': failure(400, 'VALIDATION_ERROR', 'The request is not valid.', { issues }),
  })
  renderApp('/settings/profile')
  await change('not it', 'the new password')
  await screen.findByText('Current password is wrong.')
})

test.each([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
])(
  'a wrong current password (%i) shows an error beside its field and does not sign the user out',
  async (status, code) => {
    fakeService({
      'GET /app/session': ok(signedIn),
      'POST /app/password': failure(status, code, 'The current password is wrong.'),
    })
    const { router } = renderApp('/settings/profile')
    await change('not it', 'the new password')
    const message = await screen.findByText('The current password is wrong.')
    expect(screen.getByLabelText('Current password').getAttribute('aria-describedby')).toContain(
      message.closest('p')?.id,
    )
    expect(router.state.location.pathname).toBe('/settings/profile')
  },
)
