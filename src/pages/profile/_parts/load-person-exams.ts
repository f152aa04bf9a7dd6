/**
 * Loads the exams on a profile. For the reader's own they are at most 100, in which the reader is examiner, driver or
 * guardian of a driver (`own`); for another person the ones that person is booked on (`booked`). The other list is
 * empty; both are while the feature is off. Rejects with a `Refused` when a call is refused, as for a person whom the
 * reader may not see.
 */
export async function loadPersonExams({ api, actor, configuration }: App.Locals, userId: number) {
  const isOn = configuration?.features.includes('PracticalDriverExamination')
  if (!isOn) return { own: [], booked: [] }
  if (actor?.id !== userId)
    return { own: [], booked: await api('GET /user/:id/bookedpracticaldriverexams', { params: { id: userId } }) }
  const body = { educationIds: [], cities: [], managed: false, page: 1, pageSize: 100 }
  const own = await api('POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList', { body })
  return { own, booked: [] }
}

export type PersonExamFacts = Awaited<ReturnType<typeof loadPersonExams>>
