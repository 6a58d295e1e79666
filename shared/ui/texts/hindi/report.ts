/** "Where is my money?", once somebody has asked. */
export const asked = {
  'Our books and this order do not agree. Our team has been told and looks into it.':
    'हमारा हिसाब और यह ऑर्डर मेल नहीं खाते। टीम को बता दिया गया है और वह देख रही है।',
  'We go on asking until {time}.': 'हम {time} तक पूछते रहेंगे।',
  'The bank did not answer in time.': 'बैंक ने समय पर जवाब नहीं दिया।',
  'The supplier did not answer in time.': 'सप्लायर ने समय पर जवाब नहीं दिया।',
  'Our books could not be read in time.': 'हमारा हिसाब समय पर नहीं पढ़ा जा सका।',
  'We ask again by ourselves.': 'हम खुद फिर पूछेंगे।',
  'Answered at {time}': '{time} जवाब मिला',
  'No answer at {time}': '{time} जवाब नहीं मिला',
  'Did not agree at {time}': '{time} मेल नहीं खाया',
  'Asking the bank, our books and the supplier …': 'बैंक, हमारे हिसाब और सप्लायर से पूछ रहे हैं …',
}

/** "Not received" on the order's page, and the way to its receipt. */
export const report = {
  Receipt: 'रसीद',
  '{time} tomorrow': 'कल {time}',
  '{time} on {day}': '{day} को {time}',
  'Not received': 'नहीं मिला',
  'Not received?': 'नहीं मिला?',
  'Something is missing? Tell us until {time}.': 'कुछ नहीं मिला? {time} तक बताएँ।',
  'Discrepancies could be reported until {time}, 48 hours after the delivery.':
    'गड़बड़ी {time} तक बताई जा सकती थी, डिलीवरी के 48 घंटे बाद तक।',
  'One tap sends us everything. You type nothing.': 'एक टैप में सब हमें मिल जाता है। कुछ लिखना नहीं है।',
  'We answer by {time}.': 'हम {time} तक जवाब देंगे।',
  'What happened': 'क्या हुआ',
  'Nothing arrived': 'कुछ नहीं मिला',
  'I have restarted the game or app': 'मैंने गेम या ऐप दोबारा खोलकर देखा है',
  'Less than I paid for': 'जितने का भुगतान किया, उससे कम',
  'Some of it came': 'कुछ हिस्सा मिला',
  'It came to another account': 'किसी और अकाउंट में गया',
  'The id was not mine': 'आईडी मेरी नहीं थी',
  'Goes along by itself': 'यह अपने-आप साथ जाता है',
  'Order {id}, {item} for {sum}, to {account}': 'ऑर्डर {id}, {item}, {sum}, अकाउंट {account}',
  'The name that was checked: {name}': 'जाँचा हुआ नाम: {name}',
  'Bank reference {id}': 'बैंक रेफ़रेंस {id}',
  'Wallet transaction {id}': 'वॉलेट लेनदेन {id}',
  'The supplier’s delivery number {id}': 'सप्लायर का डिलीवरी नंबर {id}',
  'Everything that happened to the order, with its times': 'ऑर्डर के साथ जो-जो हुआ, समय के साथ',
  'Anything to add? (not needed)': 'कुछ और बताना है? (ज़रूरी नहीं)',
  'Your report was not sent': 'शिकायत भेजी नहीं जा सकी',
  Send: 'भेजें',
  Sending: 'भेज रहे हैं',
  'It is here after all': 'मिल गया, रहने दें',
  'We have answered your report': 'आपकी शिकायत का जवाब दे दिया है',
  'Our answer is late': 'हमारे जवाब में देर हो गई',
  'We promised it by {time}. Your report is open and our team is reminded of it; we write to you as soon as we know.':
    'हमने {time} तक का वादा किया था। शिकायत खुली है और टीम को याद दिलाया गया है; पता चलते ही हम लिखेंगे।',
  'Our team has your report': 'आपकी शिकायत हमारी टीम के पास है',
  'We find out what happened. You hear from us by {time}, here and by e-mail; there is nothing you need to do.':
    'हम पता कर रहे हैं कि क्या हुआ। {time} तक यहाँ और ई-मेल पर जवाब मिलेगा; आपको कुछ नहीं करना है।',
  'You reported: nothing arrived': 'आपने बताया: कुछ नहीं मिला',
  'You reported: less than you paid for': 'आपने बताया: भुगतान से कम मिला',
  'You reported: it came to another account': 'आपने बताया: किसी और अकाउंट में गया',
  'Everything we know went along.': 'जो कुछ हमें पता है, सब साथ गया।',
  'Our team answered': 'हमारी टीम का जवाब',
  'Our team finds out what happened': 'हमारी टीम पता कर रही है कि क्या हुआ',
  'With the supplier’s own records where there are some.': 'सप्लायर के अपने रिकॉर्ड से, जहाँ वे हैं।',
  'Our answer, or your money in your wallet': 'हमारा जवाब, या पैसा आपके वॉलेट में',
  'Spent on {item}, delivered at {time} as far as we were told. Our team checks that.':
    '{item} पर खर्च, हमें मिली जानकारी के अनुसार {time} डिलीवर। हमारी टीम इसे जाँच रही है।',
}
