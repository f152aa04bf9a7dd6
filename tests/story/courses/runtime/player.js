import { showArtwork } from './artwork.js'
import { readLaunch } from './launch.js'
import { answer, fits, nextQuestion, scoreOf, startAttempt } from './quiz.js'
import { createQuizView } from './quiz-view.js'
import { openRecord } from './record.js'
import { createShell } from './shell.js'
import { statementsFor } from './statements.js'

const QUIZ = 'prov'
const PLACE_VERSION = 1

/** Starts the slides of the page: `art` by slide and question, `questions` for the slide with id "prov". */
export async function startCourse({ art, questions }) {
  const { activityId, title } = document.documentElement.dataset
  const slides = [...document.querySelectorAll('section.slide')].map((section) => ({
    id: section.id,
    title: section.dataset.title,
    section,
  }))
  const launch = readLaunch(location.search, activityId)
  const shell = createShell({ title, slides, on: { go, retry: () => record.retryNow() } })
  const record = openRecord(launch, { onChange: shell.tellStatus })
  const place = await resume(record, shell, { slides, questions })
  const say = sayingFor({ launch, title, record })
  let stopArtwork = () => {}

  const quizSlide = slides.find((slide) => slide.id === QUIZ)
  const quiz = createQuizView({
    root: quizSlide.section.querySelector('.text'),
    figure: quizSlide.section.querySelector('figure'),
    questions,
    art,
    on: { start, answer: give, next: showQuiz, finish },
  })

  function go(id) {
    const slide = slides.find((candidate) => candidate.id === id)
    if (!slide || !shell.isOpen(slide, place.seen)) return
    leave()
    place.slide = id
    if (!place.seen.includes(id)) {
      place.seen.push(id)
      say('experienced', slide)
    }
    if (id === QUIZ) showQuiz()
    else stopArtwork = showArtwork(slide.section.querySelector('figure'), art[id])
    shell.show(slide, place.seen)
    save()
  }

  function leave() {
    stopArtwork()
    quiz.stop()
    stopArtwork = () => {}
  }

  function showQuiz() {
    if (place.isFinished) quiz.finished()
    else if (!place.attempt) quiz.intro(place.best)
    else if (nextQuestion(place.attempt)) quiz.question(place.attempt, nextQuestion(place.attempt))
    else quiz.result(place.attempt)
    shell.focusHeading()
  }

  function start() {
    if (place.isFinished) say('initialized')
    place.isFinished = false
    place.attempt = startAttempt(questions)
    place.attemptStartedAt = Date.now()
    save()
    showQuiz()
  }

  function give(id, choiceId) {
    if (!choiceId || id in place.attempt.answers) return
    place.attempt = answer(place.attempt, id, choiceId)
    const question = questions.find((candidate) => candidate.id === id)
    say('answered', question, choiceId, choiceId === question.right)
    if (!nextQuestion(place.attempt)) grade()
    save()
    quiz.verdict(place.attempt, id)
    shell.focusVerdict()
  }

  function grade() {
    const score = scoreOf(place.attempt, questions)
    const spent = Date.now() - place.attemptStartedAt
    place.best = Math.max(place.best, score.right)
    say(score.isPassed ? 'passed' : 'failed', score, spent)
    if (score.isPassed) say('completed', spent)
  }

  function finish() {
    place.isFinished = true
    save()
    say('terminated')
    showQuiz()
  }

  function save() {
    record.save({ version: PLACE_VERSION, ...place })
  }

  addEventListener('pagehide', () => {
    if (!place.isFinished) say('terminated')
    record.abandon()
  })
  addEventListener('online', () => record.retryNow())

  say('initialized')
  go(place.slide)
}

/** Returns a function that sends the course's statements; the time spent is counted from here. */
function sayingFor({ launch, title, record }) {
  if (!record.actor) return () => {}
  const startedAt = Date.now()
  const statements = statementsFor({
    ...launch,
    title,
    actor: record.actor,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  })
  return (verb, ...facts) => {
    const about = verb === 'terminated' ? [Date.now() - startedAt] : facts
    record.tell(statements[verb](...about))
  }
}

async function resume(record, shell, { slides, questions }) {
  for (;;) {
    try {
      return placeFrom(await record.load(), slides, questions)
    } catch {
      await shell.offerRetry()
    }
  }
}

/** Restores the stored place as far as it fits this version of the course. */
function placeFrom(stored, slides, questions) {
  const known = stored?.version === PLACE_VERSION ? stored : {}
  const isSlide = (id) => slides.some((slide) => slide.id === id)
  const attempt = known.attempt && fits(known.attempt, questions) ? known.attempt : null
  return {
    slide: isSlide(known.slide) ? known.slide : slides[0].id,
    seen: (known.seen ?? []).filter(isSlide),
    best: known.best ?? 0,
    isFinished: Boolean(known.isFinished && attempt),
    attempt,
    attemptStartedAt: known.attemptStartedAt ?? Date.now(),
  }
}
