import type { Page } from '@playwright/test'
import { courseFrame } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { shoot } from './inspect.ts'
import { currentPart, loseAnswers, lostAnswers } from './scorm-walk.ts'
import { signIn } from './sign-in.ts'
import { entriesOf, uploadCourse } from './upload-course.ts'

test.use({ expectedErrors: lostAnswers })
const units = (page: Page) => page.getByRole('navigation', { name: 'Innehåll' }).getByRole('button')
const heading = (page: Page) => courseFrame(page).locator('h2')
const press = (page: Page, name: string) => courseFrame(page).getByRole('button', { name, exact: true }).click()

test('a course of cmi5 is left half-way, resumed, passed offline and approved when the connection is back', async ({
  page,
  portal,
}) => {
  await signIn(page, 'learner')
  const { address, educationPartId } = await currentPart(page)
  await uploadCourse(portal.origin, { educationPartId, entries: entriesOf('cmi5-course'), byItsOwnRules: true })
  await loseAnswers(page.context())
  await page.goto(address)

  await test.step('left half-way, the unit opens where it was', async () => {
    await units(page).filter({ hasText: 'Läs om flaggor' }).click()
    await expect(heading(page)).toHaveText('Bild 1')
    await press(page, 'Nästa')
    await press(page, 'Nästa')
    await expect(heading(page)).toHaveText('Bild 3')
    await page.getByRole('button', { name: 'Stäng' }).click()
    await expect(page.locator('dialog iframe')).toHaveCount(0)
    await page.goto(address)
    const unit = units(page).filter({ hasText: 'Läs om flaggor' })
    await expect(unit).toContainText('Påbörjad')
    await unit.click()
    await expect(heading(page)).toHaveText('Bild 3')
    await press(page, 'Klart')
    await expect(unit).toContainText('Klar')
  })

  await test.step('passed offline, closed and opened later, it counts', async () => {
    await units(page).filter({ hasText: 'Provet' }).click()
    await expect(heading(page)).toHaveText('Vad betyder gul flagg?')
    await page.context().unrouteAll({ behavior: 'wait' })
    await page.context().route('**/api/articulate/{statements,activities}**', (route) => route.abort())
    await press(page, 'Svara rätt')
    await expect(heading(page)).toHaveText('Rätt svar')
    await expect(page.getByText('väntar på att skickas')).toBeVisible({ timeout: 20_000 })
    await shoot(page, 'cmi5-waiting')
    await page.getByRole('button', { name: 'Stäng' }).click()
    await page.goto('/profile')
    await page.context().unrouteAll({ behavior: 'wait' })
    await page.goto(address)
    await expect(page.getByRole('region', { name: 'Godkänd!' })).toBeVisible({ timeout: 30_000 })
  })
})
