/** An occasion or an exam: something scheduled that people sign up to. */
export interface Place {
  kind: 'occasion' | 'exam'
  id: number
}
