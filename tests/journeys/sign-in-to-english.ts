import type { Page } from '@playwright/test'
import type { CastName } from '#story/people.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

/** Signs in and changes the portal to English. */
export async function signInToEnglish(page: Page, name: CastName, origin: string): Promise<void> {
  await signIn(page, name)
  const form = { language: 'en', returnUrl: '/' }
  await page.request.post(`${origin}/language`, { form, headers: { origin } })
}

/** Checks accessibility and width of the page in the theme that it has, and takes its picture. */
export async function inspectOnce(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}
