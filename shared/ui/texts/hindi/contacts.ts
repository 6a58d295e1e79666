/** The customer's own change of email address and mobile number. */
export const contacts = {
  Change: 'बदलें',
  'Change your email': 'अपना ईमेल बदलें',
  'Change your mobile number': 'अपना मोबाइल नंबर बदलें',
  'New email': 'नया ईमेल',
  'New mobile number': 'नया मोबाइल नंबर',
  'Code sent there': 'वहाँ भेजा गया कोड',
  'We’ll send a code there. After the change, your other devices are signed out.':
    'हम वहाँ एक कोड भेजेंगे। बदलने के बाद आपके बाकी डिवाइस लॉग आउट हो जाएँगे।',
  'For 24 hours, or until you confirm it with the link that we send to your current email, your wallet, points and codes are paused.':
    '24 घंटे तक, या जब तक आप मौजूदा ईमेल पर भेजे गए लिंक से कन्फ़र्म न करें, आपका वॉलेट, पॉइंट और कोड रुके रहेंगे।',
  'Send a code': 'कोड भेजें',
  'Change it': 'बदल दें',
  Changed: 'बदल गया',
  'Use it to log in from now on.': 'अब से लॉगिन करने के लिए इसे इस्तेमाल करें।',
} as const
