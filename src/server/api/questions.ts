import { z } from 'zod'

/** A question that the organiser asks at sign-up (spec G-037d). */
export const CustomQuestion = z.object({
  id: z.int().positive(),
  text: z.string().min(1).max(300),
  type: z.enum(['text', 'choice', 'yesno']),
  options: z.array(z.string()),
  required: z.boolean(),
})
export type CustomQuestion = z.infer<typeof CustomQuestion>

export const CustomAnswer = z.object({ questionId: z.int().positive(), answer: z.string().max(1000) })
export type CustomAnswer = z.infer<typeof CustomAnswer>

/** Card 0, Invoice 1. */
export const PaymentMethod = z.union([z.literal(0), z.literal(1)])
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** One thing that a practical driver examination looks at. */
export const ChecklistItem = z.object({
  id: z.int().positive(),
  text: z.string().trim().min(1).max(300),
  /** Not passed, the whole examination is not. */
  required: z.boolean(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>
