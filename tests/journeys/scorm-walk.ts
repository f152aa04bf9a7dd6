import type { BrowserContext, Page } from '@playwright/test'
import { courseFrame } from './course-player.ts'
import { expect } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { entriesOf, uploadCourse } from './upload-course.ts'

/** Browser errors about the answers that are lost on purpose, and about a place that has not been stored yet. */
export const lostAnswers = ['ERR_FAILED', 'Failed to fetch', 'status of 404']

const manifest = (version: string, type: string) => `<?xml version="1.0"?>
<manifest identifier="flaggor" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Flaggor</title>
    <item identifier="i" identifierref="r"><title>Flaggor</title></item></organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:${type}="sco" href="index.html"/></resources>
</manifest>`

export const currentPart = async (page: Page) => {
  const link = page.getByRole('link', { name: /^(Starta|Fortsätt)/ }).first()
  const address = (await link.getAttribute('href')) ?? ''
  return { address, educationPartId: Number(new URL(address, 'http://x').searchParams.get('educationPartId')) }
}

/** Drops one in ten answers of the record store after the store has handled the request. */
export async function loseAnswers(context: BrowserContext): Promise<void> {
  let requestCount = 0
  await context.route('**/api/articulate/{statements,activities,agents}**', async (route) => {
    requestCount += 1
    if (requestCount % 10 !== 3) return route.continue()
    await route.fetch()
    await route.abort()
  })
}

/** Returns the frame of the unit, inside the page with its run-time. */
const unitOf = (page: Page) => courseFrame(page).frameLocator('iframe')

interface Edition {
  version: string
  /** Spelling of the attribute in this edition. */
  type: 'scormtype' | 'scormType'
}

/**
 * Goes through half a course, resumes at the same place and gets approved, while one in ten answers of the record store
 * is lost.
 */
export async function walkScorm(page: Page, portal: { origin: string }, { version, type }: Edition): Promise<void> {
  await signIn(page, 'learner')
  const { address, educationPartId } = await currentPart(page)
  const content = Buffer.from(manifest(version, type))
  const entries = [...entriesOf('scorm-course'), { path: 'imsmanifest.xml', content }]
  await uploadCourse(portal.origin, { educationPartId, entries })
  await loseAnswers(page.context())
  await page.goto(address)
  await expect(unitOf(page).locator('#name')).toHaveText(/^\S+, \S+/)
  await expect(unitOf(page).locator('h2')).toHaveText('Bild 1')
  await unitOf(page).getByRole('button', { name: 'Nästa' }).click()
  await unitOf(page).getByRole('button', { name: 'Nästa' }).click()
  await expect(unitOf(page).locator('h2')).toHaveText('Bild 3')
  await page.getByRole('button', { name: 'Stäng' }).click()
  await expect(page.locator('dialog iframe')).toHaveCount(0)
  await page.goto(address)
  await expect(unitOf(page).locator('h2')).toHaveText('Bild 3')
  await unitOf(page).getByRole('button', { name: 'Svara rätt och avsluta' }).click()
  await expect(page.getByRole('region', { name: /godkänd/i })).toBeVisible({ timeout: 15_000 })
}
