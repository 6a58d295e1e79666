/** How quickly an item came within the last day, as measured. */
export const pace = {
  '{n} s': '{n} से॰',
  '{n} min': '{n} मि॰',
  '{n} h': '{n} घं॰',
  'half in {half}, 9 of 10 in {most}': 'आधे {half} में, 10 में से 9 {most} में',
  'Measured on {n} orders of this item in the last 24 hours': 'पिछले 24 घंटे में इस आइटम के {n} ऑर्डर से मापा गया',
  '9 of 10 orders like this arrive within {most}': 'ऐसे 10 में से 9 ऑर्डर {most} में पहुँचते हैं',
  'Most like it arrive within {most}.': 'ऐसे ज़्यादातर ऑर्डर {most} में पहुँचते हैं।',
} as const
