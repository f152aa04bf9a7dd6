import { cast } from '#story/people.ts'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

test('notices that say the same are shown once, with their number', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'cookieConsent', value: 'true', url: baseURL ?? '' }])
  await signIn(page, 'superadmin')
  const { bookings } = await callAs(page, 'get', `/user/${cast.learner.id}/Bookings`)
  const [{ resultId }] = bookings
  for (const text of ['Ta med hjälm.', 'Och handskar.']) await callAs(page, 'post', `/comments/${resultId}`, { text })
  await signIn(page, 'learner')
  const notice = page
    .locator('#unread-notices')
    .getByRole('listitem')
    .filter({ hasText: 'Ingrid Falk har skrivit en kommentar i' })
  await expect(notice).toHaveCount(1)
  await expect(notice).toContainText('2 gånger')
  await inspected(page, 'grouped-notices')
})
