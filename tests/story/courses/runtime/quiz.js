/** Share of all questions that must be answered right. */
export const PASS_SHARE = 0.8

export const startAttempt = (questions, random = Math.random) => ({
  answers: {},
  questions: shuffled(
    questions.map((question) => question.id),
    random,
  ),
  choices: Object.fromEntries(
    questions.map((question) => [
      question.id,
      shuffled(
        question.choices.map((choice) => choice.id),
        random,
      ),
    ]),
  ),
})

/** Returns the first unanswered question of the attempt; null when all have an answer. */
export const nextQuestion = (attempt) => attempt.questions.find((id) => !(id in attempt.answers)) ?? null

export const answer = (attempt, questionId, choiceId) => ({
  ...attempt,
  answers: { ...attempt.answers, [questionId]: choiceId },
})

export function scoreOf(attempt, questions) {
  const right = questions.filter((question) => attempt.answers[question.id] === question.right).length
  const scaled = right / questions.length
  return { right, all: questions.length, scaled, isPassed: scaled >= PASS_SHARE }
}

export const neededOf = (questions) => Math.ceil(questions.length * PASS_SHARE)

/** True when a stored attempt was made for these questions. */
export const fits = (attempt, questions) =>
  questions.length === attempt.questions?.length &&
  questions.every(
    ({ id, choices }) =>
      attempt.questions.includes(id) && choices.every((choice) => attempt.choices?.[id]?.includes(choice.id)),
  )

function shuffled(items, random) {
  const pool = [...items]
  for (let last = pool.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[pool[last], pool[other]] = [pool[other], pool[last]]
  }
  return pool
}
