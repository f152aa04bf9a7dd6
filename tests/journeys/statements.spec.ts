import type { APIRequestContext } from '@playwright/test'
import { cast, password } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

/** Opens the learner's online course and sends its statements. */
async function takeCourse(request: APIRequestContext): Promise<number> {
  const data = { username: cast.learner.userName, password }
  const { token, userId } = await (await request.post('/api/Authentication/Login', { data })).json()
  const headers = { authorization: `Bearer ${token}` }
  const launch = await (await request.get('/api/Articulate/part/2', { headers })).json()
  const statement = (name: string, result?: unknown) => ({
    actor: launch.agent,
    verb: { id: `http://adlnet.gov/expapi/verbs/${name}` },
    object: { id: launch.activityId, definition: { name: { 'sv-SE': 'Flaggor på banan' } } },
    ...(result ? { result } : {}),
  })
  const response = await request.post('/api/articulate/statements', {
    headers: { authorization: `Bearer ${launch.launchToken}`, 'x-experience-api-version': '1.0.3' },
    data: [statement('initialized'), statement('failed', { success: false, score: { scaled: 0.4 } })],
  })
  expect(response.ok()).toBe(true)
  return userId
}

test('a superadministrator reads the statements of a course, exports them, and removes a person’s', async ({
  page,
}) => {
  const userId = await takeCourse(page.request)
  await signIn(page, 'superadmin', '/config?tab=audit')
  await page.getByRole('main').getByRole('link', { name: 'Kurshändelser', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kurshändelser' })).toBeVisible()
  await page.getByLabel('Personens nummer').fill(String(userId))
  await page.getByRole('combobox', { name: 'Vad', exact: true }).selectOption({ label: 'Klarade inte' })
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/verb=failed/)
  const row = page.getByRole('row').filter({ hasText: 'Flaggor på banan' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Inte godkänd')
  await expect(row).toContainText('40 %')
  await row.getByText('Hela händelsen').click()
  await expect(row).toContainText('"scaled": 0.4')
  // After scrolling, the button is half covered by the header, which is no fault of the button.
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `statements-${colorScheme}`)
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Hämta som JSON' }).click()
  expect((await download).suggestedFilename()).toBe('statements.json')

  await page.goto('/statements?educationPartId=2')
  await page.getByRole('button', { name: 'Bedöm på nytt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bedöm på nytt' }).click()
  await expect(page.getByText('Inget mer blev klart.')).toBeVisible()

  await page.goto(`/statements?userId=${userId}`)
  await expect(page.getByRole('row').filter({ hasText: 'Flaggor på banan' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Ta bort personens händelser' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort personens händelser' }).click()
  await expect(page.getByText('Borttaget: 2 händelser och 0 sparade lägen.')).toBeVisible()
  await expect(page.getByText('Inga kurshändelser')).toBeVisible()
})
