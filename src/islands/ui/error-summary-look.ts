export interface FieldProblem {
  name: string
  message: string
}

export const errorSummaryLook = {
  frame: 'rounded-card border-2 border-danger bg-danger-soft px-5 py-4',
  title: 'text-lg',
  list: 'mt-2 grid gap-1',
  link: 'font-medium text-danger-ink underline underline-offset-3',
}
