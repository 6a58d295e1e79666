/** What is written back and forth about a report, on the order's page. */
export const talk = {
  'What was written': 'बातचीत',
  You: 'आप',
  'Add something': 'कुछ और लिखें',
  'Is that not right? Write to us until {time}: your report is open again then.':
    'क्या यह सही नहीं है? {time} तक लिखें: शिकायत फिर खुल जाएगी।',
  'Your message to our team': 'टीम के लिए आपका संदेश',
  'You can write {n} more message.': 'आप {n} संदेश और लिख सकते हैं।',
  'You can write {n} more messages.': 'आप {n} संदेश और लिख सकते हैं।',
  'Your message was not sent': 'संदेश भेजा नहीं जा सका',
  'Our team has written to you': 'हमारी टीम ने आपको लिखा है',
  'Your report is open: you hear from us by {time}, here and by e-mail.':
    'शिकायत खुली है: {time} तक यहाँ और ई-मेल पर जवाब मिलेगा।',
}
