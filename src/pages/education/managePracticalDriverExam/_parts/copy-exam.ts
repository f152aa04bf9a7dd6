import type { DriverExam } from '#api/catalogue/exams/contract.ts'

/**
 * Copies an exam to a new one with the id 0, without its times (they are the epoch) and its last day of sign-up. These
 * lie in the past or soon will. The copy is not cancelled.
 */
export const copyExam = (exam: DriverExam): DriverExam => ({
  ...exam,
  educationPartPracticalDriverExamId: 0,
  startDate: new Date(0),
  endDate: new Date(0),
  lastSignUpDate: null,
  canceled: false,
})
