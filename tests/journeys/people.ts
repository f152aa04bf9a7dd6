import type { Page } from '@playwright/test'
import { type CastName, cast, password } from '#story/people.ts'
import { expect } from './stage.ts'

/** Through the real form, as the named person; ends where the portal sends them. */
export async function signInByForm(page: Page, name: CastName): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast[name].userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** As the form does it, without waiting for its pages: the session is in the browser, and the page stands open. */
export async function signIn(page: Page, name: CastName, path = '/'): Promise<void> {
  const data = { username: cast[name].userName, password }
  const answer = await page.request.post('/api/Authentication/Login', { data })
  expect(answer.ok()).toBe(true)
  const { token, userId } = await answer.json()
  await page.goto('/favicon.svg')
  await page.evaluate(
    ([key, id]) => {
      localStorage.setItem('token', key)
      localStorage.setItem('userId', id)
    },
    [token, String(userId)] as [string, string],
  )
  await page.goto(path)
}
