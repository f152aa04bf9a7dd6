import { courseFrame, readToQuiz, slideHeading, takeQuiz } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Opening a part that is not digital is refused, and the browser logs the refusal.
test.use({ expectedErrors: ['inte digitalt delmoment'] })
// Two whole quizzes, with slides turned at a person's pace.
test.setTimeout(300_000)

test('from the dashboard through a course, closed half-way, failed and passed, to the certificate', async ({
  page,
}) => {
  await signIn(page, 'learner')
  await page
    .getByRole('link', { name: /^(Starta|Fortsätt)/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/education\/\d+\?educationPartId=\d+/)
  const address = page.url()
  const course = courseFrame(page)

  await test.step('closed half-way, the course is found again where it was left', async () => {
    const onwards = course.getByRole('button', { name: /^Nästa/ })
    await onwards.click()
    await onwards.click()
    const place = (await slideHeading(page).first().textContent()) ?? ''
    await expect(course.getByText('Sparat')).toBeVisible()
    await shoot(page, 'runner')
    await page.getByRole('button', { name: 'Stäng' }).click()
    await expect(page.locator('dialog iframe')).toHaveCount(0)
    await page.goto(address)
    await expect(slideHeading(page).first()).toHaveText(place)
  })

  await test.step('a failed quiz completes nothing', async () => {
    await readToQuiz(page)
    await takeQuiz(page, false)
    await expect(course.getByText('Inte godkänt den här gången')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Godkänd!' })).toHaveCount(0)
  })

  await test.step('a passed one does, in the exact text of the specification', async () => {
    await readToQuiz(page)
    await takeQuiz(page, true)
    const popup = page.getByRole('region', { name: 'Godkänd!' })
    await expect(popup).toContainText(
      'Grattis! Du har blivit godkänd på detta delmoment. Klicka på Klar för att återvända till var du kom ifrån.',
    )
    await shoot(page, 'approved')
  })

  await test.step('the explanation of the last answer stays readable until the learner leaves', async () => {
    const popup = page.getByRole('region', { name: 'Godkänd!' })
    const frame = await page.locator('dialog iframe').last().boundingBox()
    const shown = await popup.boundingBox()
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual((shown?.y ?? 0) + 1)
    await course.getByRole('button').last().click({ trial: true })
    await popup.getByRole('button', { name: 'Klar' }).click()
  })

  await test.step('the finish line says the score, how far the licence has come, and what comes next', async () => {
    const finish = page.getByRole('region', { name: 'Du har genomfört utbildningen' })
    await expect(finish).toContainText(/Resultat: 100\s%/)
    await expect(finish).toContainText(/\d av \d krav klara/)
    await expect(finish).toContainText('Nästa:')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(finish.locator('div[aria-hidden]').first()).toHaveCSS('transition-property', 'none')
    await page.emulateMedia({ reducedMotion: null })
    await expect(page.getByText(/^Godkänd .* · Resultat 100\s%$/).first()).toBeVisible()
  })

  await test.step('the education is completed, and its certificate can be printed and checked', async () => {
    const certificate = page.getByRole('link', { name: /intyg/i }).first()
    await expect(certificate).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, 'education-completed')
    await page.goto((await certificate.getAttribute('href')) ?? '')
    await expect(page.getByRole('main')).toContainText('Sara Lindgren')
    await expectAccessible(page)
    await shoot(page, 'certificate')
  })
})

test('a part that is not digital is reported in the player, and closing it leads back', async ({ page }) => {
  await signIn(page, 'learner', '/education/1?educationPartId=1')
  await expect(page.getByRole('alert')).toContainText(
    'Det aktuella delmomentet är inte digitalt delmoment och kan inte öppnas i denna vy. Var god försök igen eller kontakta support.',
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stäng' }).click()
  await expect(page).toHaveURL(/\/education\/1$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
