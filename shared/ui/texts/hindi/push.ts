/** News of orders on a device. */
export const push = {
  'Know it the second it arrives?': 'पहुँचते ही खबर चाहिए?',
  'We tell you when an order is delivered or its money comes back. Nothing else.':
    'ऑर्डर डिलीवर होने या पैसा वापस आने पर बताएँगे। और कुछ नहीं।',
  'Turn on': 'चालू करें',
  'Not now': 'अभी नहीं',
  'One moment': 'एक पल',
  Devices: 'डिवाइस',
  'Notifications are on': 'सूचनाएँ चालू हैं',
  'For this device. Turn them off any time under {devices}.': 'इस डिवाइस के लिए। {devices} में कभी भी बंद करें।',
  'Your browser blocks them': 'आपका ब्राउज़र इन्हें रोक रहा है',
  'Tap the lock beside the address, then Notifications, Allow. Until then we write to {email}.':
    'पते के पास ताले पर टैप करें, फिर Notifications, Allow। तब तक हम {email} पर लिखेंगे।',
  'Nothing was changed.': 'कुछ नहीं बदला।',
  'Your browser or its notification service did not let us. Try again later.':
    'आपके ब्राउज़र या उसकी सूचना सेवा ने अनुमति नहीं दी। बाद में फिर कोशिश करें।',
}
