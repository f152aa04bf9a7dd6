/** Something that people are signed up to at a time. */
export interface Place {
  kind: 'occasion' | 'exam'
  id: number
}
