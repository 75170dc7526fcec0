export const nameRequired = 'Enter your name.'
export const emailInvalid = 'Enter a valid email address, such as name@example.com.'
export const goToWorkflows = 'Go to workflows'
