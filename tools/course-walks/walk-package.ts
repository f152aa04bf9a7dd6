import { basename } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { adapt } from './adapt.ts'
import { catapult } from './catapult.ts'
import { openFreshPortal, signInContext, toScreenshotPath } from './fresh-portal.ts'
import { golf } from './golf.ts'
import { ispring } from './ispring.ts'
import { createAnswerLoser } from './lost-answers.ts'
import { type PackageFile, readPackage } from './package-file.ts'
import { rise } from './rise.ts'
import { storyline } from './storyline.ts'
import { uploadThroughForm } from './upload-form.ts'
import type { Walker } from './walker.ts'

const walkers: readonly Walker[] = [golf, catapult, rise, storyline, adapt, ispring]

export interface Outcome {
  name: string
  format: string
  tool: string
  /** Step at which the walk failed; null when it reached the pop-up. */
  stoppedAt: string | null
  wasWalked: boolean
}

interface Part {
  educationPartId: number
  educationId: number
  title: string
  /** Address at which the learner opens the part. */
  address: string
}

/** Returns the learner's current digital part. */
async function currentPart(page: Page): Promise<Part> {
  await page.goto('/')
  const address =
    (await page
      .getByRole('link', { name: /^(Starta|Fortsätt)/ })
      .first()
      .getAttribute('href')) ?? ''
  const { pathname, searchParams } = new URL(address, 'http://portal')
  const educationPartId = Number(searchParams.get('educationPartId'))
  const { title } = await getJson<{ title: string }>(page, `/api/Articulate/part/${educationPartId}`)
  return { educationPartId, educationId: Number(pathname.split('/').at(-1)), title, address }
}

async function getJson<T>(page: Page, address: string): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok()) throw new Error(`${address} answers ${answer.status()}`)
  // Shape that the contract of the call declares.
  return answer.json() as Promise<T>
}

/** Closes the course, with all windows that it has opened. */
async function close(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.getByRole('button', { name: 'Stäng' }).click()
  await page.locator('dialog iframe').waitFor({ state: 'detached' })
}

const approvalOf = (page: Page) => page.getByRole('region', { name: 'Godkänd!' })

/** Finishes the course; the approval may appear before the walker's last press. */
async function finishOrBeApproved(page: Page, { finish }: Walker): Promise<void> {
  const approval = approvalOf(page).waitFor({ timeout: 0 })
  const finished = finish(page)
  // The promise that settles second is ignored, even if it rejects.
  for (const one of [approval, finished]) one.catch(() => undefined)
  await Promise.race([approval, finished])
}

/** Expects that the approval appears and that the stored result is completed, and leaves the course. */
async function seeApproval(page: Page, { educationPartId }: Part): Promise<void> {
  const approval = approvalOf(page)
  await approval.waitFor({ timeout: 60_000 })
  const userId = await page.evaluate(() => localStorage.getItem('userId'))
  const results = await getJson<{ completed: boolean }[]>(
    page,
    `/api/EducationParts/${educationPartId}/results/${userId}`,
  )
  if (!results.some(({ completed }) => completed)) throw new Error('the pop-up came, and no result is approved')
  await approval.getByRole('button', { name: 'Klar' }).click()
}

async function walk(page: Page, part: Part, walker: Walker): Promise<void> {
  let step = 'half-way'
  try {
    await page.goto(part.address)
    const place = await walker.goHalfWay(page)
    step = 'closing'
    await close(page)
    step = 'coming back'
    await page.goto(part.address)
    const again = await walker.resume(page)
    if (again !== place) throw new Error(`left at "${place}", opened at "${again}"`)
    step = 'the end'
    await finishOrBeApproved(page, walker)
    step = 'approval'
    await seeApproval(page, part)
  } catch (error) {
    throw new Error(`${step}: ${String(error).split('\n')[0]}`)
  }
}

async function formatOf(page: Page, { educationPartId }: Part): Promise<string> {
  return (await getJson<{ format: string }>(page, `/api/Articulate/part/${educationPartId}`)).format
}

/** Opens a package of an unknown tool, without walking it. */
async function open(page: Page, part: Part): Promise<void> {
  await page.goto(part.address)
  const units = page.getByRole('navigation', { name: 'Innehåll' })
  await page.locator('dialog iframe').or(units).first().waitFor()
}

async function walkOn(page: Page, file: PackageFile, office: BrowserContext): Promise<Outcome> {
  const walker = walkers.find(({ matches: knows }) => knows(file))
  const outcome: Outcome = {
    name: basename(file.path),
    format: '?',
    tool: walker?.tool ?? '?',
    stoppedAt: null,
    wasWalked: walker !== undefined,
  }
  try {
    const part = await currentPart(page)
    await uploadThroughForm(await office.newPage(), part, file.path, walker?.rule ?? 'course')
    outcome.format = await formatOf(page, part)
    await page.context().route('**/api/articulate/{statements,activities,agents}**', createAnswerLoser())
    await (walker ? walk(page, part, walker) : open(page, part))
  } catch (error) {
    outcome.stoppedAt = String(error).split('\n')[0] ?? ''
    // When the page cannot be captured any more, its row in the output is the only report.
    await page.screenshot({ path: toScreenshotPath(outcome.name) }).catch(() => undefined)
  }
  return outcome
}

/**
 * Uploads one package to a portal of its own and walks it there. A failed step is in the outcome, with a screenshot,
 * and is not thrown.
 */
export async function walkPackage(browser: Browser, path: string, port: number): Promise<Outcome> {
  const [file, portal] = [await readPackage(path), await openFreshPortal(port)]
  try {
    const office = await signInContext(browser, portal.origin, 'superadmin')
    const learner = await signInContext(browser, portal.origin, 'learner')
    const page = await learner.newPage()
    page.on('dialog', (dialog) => dialog.accept())
    const outcome = await walkOn(page, file, office)
    await Promise.all([office.close(), learner.close()])
    return outcome
  } finally {
    await portal.close()
  }
}
